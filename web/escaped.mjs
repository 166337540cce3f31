/** Text as HTML has it, between tags or in an attribute. */
export const escaped = (text) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
