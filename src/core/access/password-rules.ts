import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { projectRoot } from '#core/runtime/project-root'
import { foldText } from '#core/text/folding'
import type { Bilingual } from '#core/text/language'

/** Characters; longer ones would only make hashing expensive. */
export const passwordLength = { least: 10, most: 200 }

let read: ReadonlySet<string> | undefined
/** Common passwords from leaks: 49,000 of zxcvbn, and Royce Williams's list of those with ten or more characters. */
const common = () => {
  if (read) return read
  const ranked: string[] = createRequire(import.meta.url)('@zxcvbn-ts/language-common/src/passwords.json')
  const longer = readFileSync(join(projectRoot, 'assets', 'passwords', 'common.txt'), 'utf8')
    .toLowerCase()
    .split('\n')
  read = new Set([...ranked.filter(({ length }) => length >= passwordLength.least), ...longer])
  return read
}

/** The user's names, which a password must not contain. */
export interface PasswordOwner {
  email: string
  name?: string
  organizationName?: string
}

/** Shorter names are part of many words. */
const minNameLength = 4

const lettersOf = (text: string) => foldText(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Whole names and their words, normalized by `lettersOf`. */
function namesOf({ email, name = '', organizationName = '' }: PasswordOwner): string[] {
  const local = email.slice(0, email.lastIndexOf('@'))
  return [local, name, organizationName]
    .flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}\p{M}]+/u)])
    .map(lettersOf)
    .filter(({ length }) => length >= minNameLength)
}

/**
 * Completes "<field> …"; null if the password is fine. Follows NIST SP 800-63B 3.1.1.2: length, common passwords and the owner's names,
 * but no character classes.
 */
export function findPasswordWeakness(password: string, owner: PasswordOwner): Bilingual | null {
  const { least, most } = passwordLength
  const characters = [...password].length
  if (characters < least)
    return { de: `muss mindestens ${least} Zeichen haben`, en: `must have at least ${least} characters` }
  if (characters > most)
    return { de: `darf höchstens ${most} Zeichen haben`, en: `must have at most ${most} characters` }
  const letters = lettersOf(password)
  if (namesOf(owner).some((name) => letters.includes(name)))
    return {
      de: 'darf weder Ihren Namen noch Ihre E-Mail-Adresse noch den Namen der Organisation enthalten',
      en: "must not contain your name, your email address or the organization's name",
    }
  if (new Set(password).size < 3 || common().has(password.toLowerCase()))
    return {
      de: 'wird zu oft verwendet und als Erstes geraten; nehmen Sie ein anderes',
      en: 'is used too often and guessed first; choose another one',
    }
  return null
}
