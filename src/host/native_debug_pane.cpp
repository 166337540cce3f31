// The debug pane's window and its sections. See native_debug_pane.h.
#include "host/native_debug_pane.h"

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>

#include "explainer/drawing/renderer.h"
#include "host/native_imgui.h"

namespace host {
namespace {

using namespace explainer;

constexpr int settle_frames = 3;  // Dear ImGui's tables measure in one frame what they use in the next

int grow(ImGuiInputTextCallbackData* data) {
    auto* text = static_cast<std::string*>(data->UserData);
    text->resize(static_cast<size_t>(data->BufTextLen));
    data->Buf = text->data();
    return 0;
}

void words(const std::string& text) {
    ImGui::PushTextWrapPos();
    ImGui::TextUnformatted(text.c_str(), text.c_str() + text.size());
    ImGui::PopTextWrapPos();
}

void complaint(const std::string& text, bool dark) {
    const Color color = (dark ? dark_theme() : light_theme()).wrong;
    ImGui::PushStyleColor(ImGuiCol_Text, color.packed());
    words(text);
    ImGui::PopStyleColor();
}

}  // namespace

DebugPane::DebugPane(GLFWwindow* window, StageMeter& meter, bool dark)
    : metrics(dark), context_(make_context(dark)), window_(window), meter_(meter), dark_(dark) {
    const InContext in(context_);
    ImGui::GetIO().ConfigFlags = ImGuiConfigFlags_NavEnableKeyboard;
    if (window_ != nullptr) ImGui_ImplGlfw_InitForOther(window_, false);
}

DebugPane::~DebugPane() {
    meter_.on_compute = nullptr;
    const InContext in(context_);
    if (window_ != nullptr) ImGui_ImplGlfw_Shutdown();
    ImGui::DestroyContext(context_);
}

void DebugPane::attach(View& view) {
    view_ = &view;
    view.observe(&meter_);
    meter_.on_compute = [this] { kernels_.begin_compute(); };
    if (!KernelWatch::implementations().empty()) view.restore(view.state().save());  // noted from the start
    edited_ = saved_ = view.state().save();
    state_error_.clear();
    settling_ = settle_frames;
}

void DebugPane::pointer(Pointer kind, float x, float y) {
    send_pointer(context_, kind, x, y);
    settling_ = settle_frames;
}

void DebugPane::leave() {
    const InContext in(context_);
    ImGui::ClearActiveID();
    settling_ = settle_frames;
}

void DebugPane::wheel(float dx, float dy) {
    ImGui::GetIO(context_).AddMouseWheelEvent(dx, dy);
    settling_ = settle_frames;
}

void DebugPane::key(int key, int scancode, int action, int modifiers) {
    if (window_ != nullptr) ImGui_ImplGlfw_KeyCallback(window_, key, scancode, action, modifiers);
    settling_ = settle_frames;
}

void DebugPane::character(unsigned sign) {
    ImGui::GetIO(context_).AddInputCharacter(sign);
    settling_ = settle_frames;
}

bool DebugPane::typing() const {
    return ImGui::GetIO(context_).WantTextInput;
}

bool DebugPane::draw(float width, float height, float density, float seconds) {
    const InContext in(context_);
    begin_frame(width, height, density, seconds);
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({width, height});
    ImGui::Begin("debug", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    if (log_ != nullptr) ImGui::LogToBuffer();
    if (view_ != nullptr) sections();
    if (log_ != nullptr) {
        *log_ = context_->LogBuffer.c_str();
        ImGui::LogFinish();
    }
    ImGui::End();
    if (pane_metrics_) ImGui::ShowMetricsWindow(&pane_metrics_);
    ImGui::Render();
    if (renderer::started())
        renderer::draw(ImGui::GetDrawData(), static_cast<int>(width * density),
                       static_cast<int>(height * density), (dark_ ? dark_theme() : light_theme()).raised);
    const bool more_input = !context_->InputEventsQueue.empty();
    if (settling_ > 0) --settling_;
    return settling_ > 0 || more_input;
}

std::string DebugPane::text() {
    std::string out;
    log_ = &out;
    const ImVec2 size = ImGui::GetIO(context_).DisplaySize;
    draw(size.x, size.y, 1, 0);
    log_ = nullptr;
    return out;
}

void DebugPane::sections() {
    state_section();
    kernel_section();
    time_section();
    tools_section();
    description_section();
}

void DebugPane::restore(std::string_view state) {
    const std::optional<std::string> error = view_->restore(state);
    state_error_ = error.value_or("");
    saved_ = view_->state().save();
}

void DebugPane::state_section() {
    ImGui::SeparatorText("State");
    const std::string now = view_->state().save();
    const bool changed_elsewhere = now != saved_;  // by a hand on the exhibit, which wins
    if (changed_elsewhere) {
        edited_ = saved_ = now;
        state_error_.clear();
    }
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (ImGui::InputTextWithHint("##state", "every parameter at its default", edited_.data(),
                                 edited_.capacity() + 1, ImGuiInputTextFlags_CallbackResize, grow,
                                 &edited_)) {
        // A field that has just been left hands in its text once more.
        changed_elsewhere ? static_cast<void>(edited_ = now) : restore(edited_);
    }
    if (!ImGui::IsItemActive() && state_error_.empty()) edited_ = saved_;  // in its canonical form
    if (ImGui::Button("Copy")) ImGui::SetClipboardText(saved_.c_str());
    ImGui::SameLine();
    if (ImGui::Button("Paste")) {
        const char* pasted = ImGui::GetClipboardText();
        edited_ = pasted != nullptr ? pasted : "";
        restore(edited_);
    }
    ImGui::SameLine();
    if (ImGui::Button("Reset")) {
        view_->reset();
        edited_ = saved_ = view_->state().save();
        state_error_.clear();
    }
    ImGui::SameLine();
    if (ImGui::Button("Copy as arguments")) {
        const std::string line = "--exhibit " + std::string(view_->type().id) + " --state '" + saved_ + "'";
        ImGui::SetClipboardText(line.c_str());
    }
    if (!state_error_.empty()) complaint(state_error_, dark_);
}

void DebugPane::kernel_section() {
    ImGui::SeparatorText("Kernel");
    const std::span<const char* const> names = KernelWatch::implementations();
    if (names.empty()) words("chosen when it was compiled; a debug build chooses here");
    for (int i = 0; i < static_cast<int>(names.size()); ++i) {
        if (i > 0) ImGui::SameLine();
        if (ImGui::RadioButton(names[static_cast<size_t>(i)], KernelWatch::selected() == i)) {
            KernelWatch::select(i);
            view_->restore(view_->state().save());  // computes anew
        }
    }
    const std::vector<StageDifference>& differences = kernels_.differences();
    if (differences.empty()) return;
    if (ImGui::BeginTable("differences", 5,
                          ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame)) {
        for (const char* head : {"stage", "calls", "largest", "SIMD off", "scalar off"})
            ImGui::TableSetupColumn(head);
        ImGui::TableHeadersRow();
        for (const StageDifference& one : differences) {
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(one.stage.data(), one.stage.data() + one.stage.size());
            ImGui::TableNextColumn();
            ImGui::Text("%d", one.calls);
            for (const double value : {one.largest, one.simd, one.scalar}) {
                ImGui::TableNextColumn();
                ImGui::Text("%.3g", value);
            }
        }
        ImGui::EndTable();
    }
}

void DebugPane::time_section() {
    ImGui::SeparatorText("Own time of a frame");
    const std::vector<StageTimes>& history = meter_.history();
    if (ImGui::BeginTable("times", 4, ImGuiTableFlags_BordersInnerH | ImGuiTableFlags_SizingStretchSame)) {
        for (const char* head : {"ms", "last", "median", "largest"}) ImGui::TableSetupColumn(head);
        ImGui::TableHeadersRow();
        const auto row = [&history](const char* name, const auto& of) {
            std::vector<double> times;
            for (const StageTimes& frame : history) times.push_back(of(frame));
            const double last = times.empty() ? 0 : times.back();
            std::sort(times.begin(), times.end());
            ImGui::TableNextColumn();
            ImGui::TextUnformatted(name);
            for (const double value :
                 {last, times.empty() ? 0 : times[times.size() / 2], times.empty() ? 0 : times.back()}) {
                ImGui::TableNextColumn();
                ImGui::Text("%.3f", value);
            }
        };
        constexpr std::array names = {"compute", "layout, draw", "render", "describe"};
        for (size_t stage = 0; stage < names.size(); ++stage) {
            row(names[stage], [stage](const StageTimes& frame) { return frame[stage]; });
        }
        row("frame", [](const StageTimes& frame) { return frame[0] + frame[1] + frame[2]; });
        ImGui::EndTable();
    }
    const auto total = [](void* data, int index) {
        const StageTimes& frame =
            (*static_cast<const std::vector<StageTimes>*>(data))[static_cast<size_t>(index)];
        return static_cast<float>(frame[0] + frame[1] + frame[2]);
    };
    ImGui::PlotHistogram("##frames", total, const_cast<std::vector<StageTimes>*>(&history),
                         static_cast<int>(history.size()), 0, nullptr, 0, FLT_MAX, {-FLT_MIN, 36});
    ImGui::Checkbox("draw without pause", &always_draw_);
}

void DebugPane::tools_section() {
    ImGui::SeparatorText("Tools");
    ImGui::Checkbox("metrics of the exhibit", &metrics.shown);
    ImGui::SameLine();
    ImGui::Checkbox("of this pane", &pane_metrics_);
    bool trap = meter_.traps_nan();
    if (ImGui::Checkbox("stop where a NaN is born (SIGFPE)", &trap)) trap_error_ = meter_.trap_nan(trap);
    if (!trap_error_.empty()) complaint(trap_error_, dark_);
    if (shader_news != nullptr && !shader_news->empty()) words(*shader_news);
}

void DebugPane::description_section() {
    ImGui::SeparatorText("describe()");
    const Description description = view_->describe();
    words(description.summary);
    for (size_t i = 0; i < description.tables.size(); ++i) {
        show_table(description.tables[i], static_cast<int>(i));
    }
}

void DebugPane::show_table(const Table& table, int index) {
    ImGui::PushID(index);
    if (ImGui::CollapsingHeader(table.title.c_str(), ImGuiTreeNodeFlags_DefaultOpen)) {
        const int columns = std::clamp(static_cast<int>(table.columns.size()), 1, 512);  // Dear ImGui's most
        const int rows = static_cast<int>(table.rows.size());
        const float height =
            ImGui::GetTextLineHeightWithSpacing() * static_cast<float>(std::min(rows + 1, 12));
        if (ImGui::BeginTable("cells", columns,
                              ImGuiTableFlags_Borders | ImGuiTableFlags_RowBg |
                                  ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_ScrollX |
                                  ImGuiTableFlags_ScrollY,
                              {0, height + ImGui::GetStyle().ScrollbarSize})) {
            ImGui::TableSetupScrollFreeze(1, 1);
            for (int i = 0; i < columns && i < static_cast<int>(table.columns.size()); ++i) {
                ImGui::TableSetupColumn(table.columns[static_cast<size_t>(i)].c_str());
            }
            ImGui::TableHeadersRow();
            ImGuiListClipper clipper;
            clipper.Begin(rows);
            while (clipper.Step()) {
                for (int r = clipper.DisplayStart; r < clipper.DisplayEnd; ++r) {
                    ImGui::TableNextRow();
                    const std::vector<Cell>& cells = table.rows[static_cast<size_t>(r)];
                    for (int c = 0; c < columns && c < static_cast<int>(cells.size()); ++c) {
                        if (!ImGui::TableNextColumn()) continue;
                        const auto& value = static_cast<const std::variant<std::string, double>&>(
                            cells[static_cast<size_t>(c)]);
                        if (const auto* number = std::get_if<double>(&value)) {
                            ImGui::Text("%.9g", *number);
                        } else {
                            ImGui::TextUnformatted(std::get<std::string>(value).c_str());
                        }
                    }
                }
            }
            ImGui::EndTable();
        }
    }
    ImGui::PopID();
}

}  // namespace host
