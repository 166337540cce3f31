/** What figures are drawn with: role → [light, dark]. A page can give all but `wrong`, as `--attention-paper` and so on. */
export declare const figureColours: Readonly<Record<string, readonly [light: string, dark: string]>>;
