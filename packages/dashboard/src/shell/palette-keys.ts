/** The keys of the palette, as the keyboards of this system have them. */

export const paletteKeys = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
