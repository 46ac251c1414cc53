/**
 * Code points that the rules name. In a module without imports, so that a bundler puts the numbers where they are used;
 * run unbundled, V8 reads an import a little more slowly than a constant, so the strip pass keeps its own.
 */
export const LF = 0x0a
export const CR = 0x0d
export const ESC = 0x1b

/** What opens a terminal sequence after ESC; the 8-bit form of each is the control 0x40 above it. */
export const DCS = 0x50
export const SOS = 0x58
export const CSI = 0x5b
export const OSC = 0x5d
export const APC = 0x5f
export const TO_8_BIT = 0x40
