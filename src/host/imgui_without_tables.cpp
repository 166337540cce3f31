// What the rest of Dear ImGui asks of imgui_tables.cpp, for the web, where no view has a table or columns of
// its: a twentieth of the module that would never run. Each does what the real one does while there is no
// table. Natively the real ones are linked.
#include <imgui.h>
#include <imgui_internal.h>

// It reads its settings files with it (cmake/dependencies.cmake gives the name); a view has none.
extern "C" int no_sscanf(const char*, const char*, ...) {
    return 0;
}

namespace ImGui {

void EndColumns() {}
void EndTable() {}
void PopColumnsBackground() {}
void PushColumnsBackground() {}
void TableGcCompactSettings() {}
void TableGcCompactTransientBuffers(ImGuiTable*) {}
void TableGcCompactTransientBuffers(ImGuiTableTempData*) {}
void TablePopBackgroundChannel() {}
void TablePopColumnChannel() {}
void TablePushBackgroundChannel() {}
void TablePushColumnChannel(int) {}
void TableSettingsAddSettingsHandler() {}

}  // namespace ImGui
