import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '#core/runtime/root'
import type { Bilingual } from '#core/text/language'

/** Characters that a password has at least, and at most: more would only make its hash dearer. */
export const passwordLength = { least: 10, most: 200 }

let read: ReadonlySet<string> | undefined
/** The commonest passwords of that length, as they are known from stolen lists; the longer list is Royce Williams's. */
const common = () =>
  (read ??= new Set(
    readFileSync(join(root, 'assets', 'passwords', 'common.txt'), 'utf8')
      .toLowerCase()
      .split('\n'),
  ))

/**
 * What is wrong with a new password, to complete "<field> …"; null where nothing is. As NIST SP 800-63B 3.1.1.2 has it: length and
 * what everybody guesses first, and no rule about kinds of characters.
 */
export function weaknessOf(password: string, email = ''): Bilingual | null {
  const { least, most } = passwordLength
  const characters = [...password].length
  if (characters < least)
    return { de: `muss mindestens ${least} Zeichen haben`, en: `must have at least ${least} characters` }
  if (characters > most)
    return { de: `darf höchstens ${most} Zeichen haben`, en: `must have at most ${most} characters` }
  const [name = ''] = email.split('@')
  const isGuessed = [email, name].some((known) => known.toLowerCase() === password.toLowerCase())
  if (isGuessed || new Set(password).size < 3 || common().has(password.toLowerCase()))
    return {
      de: 'wird zu oft verwendet und als Erstes geraten; nehmen Sie ein anderes',
      en: 'is used too often and guessed first; choose another one',
    }
  return null
}
