import { adaptAccentColor, readDesignToken, readThemeColor } from '#core/runtime/design-tokens'

/** Mail clients do not scale `rem`. */
const px = (name: string) => `${Number.parseFloat(readDesignToken(name)) * 16}px`

/** Design tokens shared with the pages. */
const design = {
  // A double quote would end the attribute.
  font: readDesignToken('font').replaceAll('"', "'"),
  size: { s: px('text-s'), m: px('space-4'), l: px('text-l') },
  radius: { s: px('radius-s'), l: px('radius-l') },
  ink: readThemeColor('ink'),
  quiet: readThemeColor('quiet'),
  ground: readThemeColor('ground'),
  raised: readThemeColor('raised'),
  line: readThemeColor('line'),
  accent: readThemeColor('accent'),
  onAccent: readThemeColor('on-accent'),
}

/** The organization that sends the mail. */
export interface Sender {
  name: string
  /** `#rrggbb`; null for Kontor's own. */
  accentColor: string | null
  /** True if the mail has its logo attached as `logo`. */
  hasLogo: boolean
}

/** Colours, sizes and fonts of the layout. */
export const createTheme = ({ accentColor }: Sender) => ({
  ...design,
  accent: accentColor === null ? design.accent : adaptAccentColor(accentColor.toLowerCase()),
})
