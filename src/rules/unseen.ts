/** For a class of characters: control, format and fillers, Braille's blank pattern, the empty note head; no blanks. */
export const UNSEEN = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}`;
