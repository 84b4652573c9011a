import { accentOf, pairOf, token } from '#core/runtime/design'

/** Mail programs scale no `rem`. */
const px = (name: string) => `${Number.parseFloat(token(name)) * 16}px`

/** What mails share with the pages. */
const design = {
  // A double quote would end the attribute that it stands in.
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

/** Who an organization is in its mails. */
export interface Sender {
  name: string
  /** `#rrggbb`; null for Kontor's own. */
  accentColor: string | null
  /** Whether the mail carries its logo, as the part `logo`. */
  hasLogo: boolean
}

/** All that the frame of a mail is painted with. */
export const createTheme = ({ accentColor }: Sender) => ({
  ...design,
  accent: accentColor === null ? design.accent : accentOf(accentColor.toLowerCase()),
})
