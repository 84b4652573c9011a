import { accentOf, pairOf, token } from '#core/runtime/design'

/** Mail clients do not scale `rem`. */
const px = (name: string) => `${Number.parseFloat(token(name)) * 16}px`

/** Design tokens shared with the pages. */
const design = {
  // A double quote would end the attribute.
  font: token('font').replaceAll('"', "'"),
  size: { s: px('text-s'), m: px('space-4'), l: px('text-l') },
  radius: { s: px('radius-s'), l: px('radius-l') },
  ink: pairOf('ink'),
  quiet: pairOf('quiet'),
  ground: pairOf('ground'),
  raised: pairOf('raised'),
  line: pairOf('line'),
  accent: pairOf('accent'),
  onAccent: pairOf('on-accent'),
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
  accent: accentColor === null ? design.accent : accentOf(accentColor.toLowerCase()),
})
