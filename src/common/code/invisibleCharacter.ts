/**
 * The source of a regular expression with the flag `u`. Matches a control character, a default ignorable character
 * (such as a bidirectional control), a line or paragraph separator, or an interlinear annotation mark.
 */
export const invisibleCharacter = String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]`;
