/**
 * What is not seen, for a class of characters: control and format characters, fillers, the blank pattern of Braille and the
 * empty note head. Blanks apart.
 */
export const UNSEEN = String.raw`\p{C}\p{Default_Ignorable_Code_Point}\u2800\u{1D159}`;
