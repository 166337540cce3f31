// What the rest of Dear ImGui asks of imgui_tables.cpp, for the web, where no view has a table or columns of
// its: a twentieth of the module that would never run. Each does what the real one does while there is no
// table. Natively the real ones are linked.
#include <imgui.h>
#include <imgui_internal.h>

#include <cstdarg>

// Its sscanf (cmake/dependencies.cmake gives the name): one "%d" behind literal text, as the back end reads
// "#version 300". The C library's would be 5 KB; all else that it is asked for are settings files, which a
// view has not: those formats match nothing.
extern "C" int sscanf_of_one_number(const char* text, const char* format, ...) {
    for (; *format != '%'; ++format, ++text) {
        if (*format == 0 || *text != *format) return 0;
    }
    if (format[1] != 'd' || format[2] != 0 || *text < '0' || *text > '9') return 0;
    va_list arguments;
    va_start(arguments, format);
    int& number = *va_arg(arguments, int*);
    va_end(arguments);
    for (number = 0; *text >= '0' && *text <= '9'; ++text) number = 10 * number + (*text - '0');
    return 1;
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
