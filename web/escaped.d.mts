/** Text as HTML has it, between tags or in an attribute. */
export declare const escaped: (text: string) => string;
