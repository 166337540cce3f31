// The essay's own scripts. The essay reads without them.

import "../attention-explainer.js"; // (what both scripts need is then one file)
import { followReader } from "./contents.js";
import { explainMarks } from "./notes.js";
import { startQuestions } from "./questions.js";
import { offerThemes } from "./themes.js";
import { leaveWayBack } from "./way-back.js";

const nav = document.getElementById("contents");
if (nav) followReader(nav);
explainMarks();
leaveWayBack(document);
const themes = document.querySelector<HTMLElement>(".themes");
if (themes) offerThemes(themes);
await customElements.whenDefined("attention-explainer"); // who is asked for the verdict
startQuestions(document);
