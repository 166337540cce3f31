// The essay's own scripts. The essay reads without them.

import "../attention-explainer.js"; // (what both scripts need is then one file)
import { followReader } from "./contents.js";
import { explainMarks } from "./notes.js";
import { peekAtChanges } from "./peek.js";
import { startQuestions } from "./questions.js";
import { takeBack } from "./take-back.js";
import { offerThemes } from "./themes.js";
import { leaveWayBack } from "./way-back.js";

const nav = document.getElementById("contents");
if (nav) followReader(nav);
explainMarks();
leaveWayBack(document);
peekAtChanges(document);
takeBack(document);
const themes = document.querySelector<HTMLElement>(".themes");
if (themes) offerThemes(themes);
await customElements.whenDefined("attention-explainer"); // the questions ask a figure for the verdict
startQuestions(document);
