import type { Bilingual } from '#core/text/language'

type Translate = (...parts: string[]) => Bilingual

/** graphql-js has English messages only. */
const translations: readonly (readonly [RegExp, Translate])[] = [
  [
    /^Cannot query field "(\w+)" on type "(\w+)"/,
    (field, type) => ({ de: `${type} hat kein Feld ${field}.`, en: `${type} has no field ${field}.` }),
  ],
  [
    /^Unknown argument "(\w+)" on (?:field|directive) "([\w.@]+)"/,
    (argument, field) => ({
      de: `${field} hat kein Argument ${argument}.`,
      en: `${field} has no argument ${argument}.`,
    }),
  ],
  [/^Unknown type "(\w+)"/, (type) => ({ de: `Einen Typ ${type} gibt es nicht.`, en: `There is no type ${type}.` })],
  [
    /^Unknown fragment "(\w+)"/,
    (name) => ({ de: `Ein Fragment ${name} gibt es nicht.`, en: `There is no fragment ${name}.` }),
  ],
  [
    /^Unknown directive "(@\w+)"/,
    (name) => ({ de: `Eine Direktive ${name} gibt es nicht.`, en: `There is no directive ${name}.` }),
  ],
  [
    /^Field "(\w+)" of type "(\S+)" must have a selection/,
    (field, type) => ({
      de: `${field} braucht eine Auswahl von Feldern, denn es ist ${type}.`,
      en: `${field} needs a selection of fields, for it is ${type}.`,
    }),
  ],
  [
    /^Field "(\w+)" must not have a selection/,
    (field) => ({ de: `${field} hat keine Felder.`, en: `${field} has no fields.` }),
  ],
  [
    /^Variable "\$(\w+)" is not defined/,
    (name) => ({ de: `Die Variable ${name} ist nicht deklariert.`, en: `The variable ${name} is not declared.` }),
  ],
  [
    /^Variable "\$(\w+)" is never used/,
    (name) => ({ de: `Die Variable ${name} wird nicht benutzt.`, en: `The variable ${name} is not used.` }),
  ],
  [
    /^Fragment "(\w+)" is never used/,
    (name) => ({ de: `Das Fragment ${name} wird nicht benutzt.`, en: `The fragment ${name} is not used.` }),
  ],
  [
    /^Variable "\$(\w+)" of type "(\S+)" used in position expecting type "(\S+)"/,
    (name, given, wanted) => ({
      de: `Die Variable ${name} ist ${given}, gebraucht wird ${wanted}.`,
      en: `The variable ${name} is ${given}, where ${wanted} is needed.`,
    }),
  ],
  [
    /^There can be only one \w+ named "(\S+)"/,
    (name) => ({ de: `${name} kommt doppelt vor.`, en: `${name} appears twice.` }),
  ],
  [
    /^Fields "(\w+)" conflict/,
    (name) => ({
      de: `${name} kommt doppelt und verschieden vor; ein Alias trennt beide.`,
      en: `${name} appears twice and differs; an alias tells the two apart.`,
    }),
  ],
  [
    /^Cannot spread fragment "(\w+)" within itself/,
    (name) => ({ de: `Das Fragment ${name} enthält sich selbst.`, en: `The fragment ${name} contains itself.` }),
  ],
  [
    /^The document has more than (\d+) ([\w ]+)\.$/,
    (most, what) => ({
      de: `Das Dokument ist zu groß: mehr als ${most} (${what}).`,
      en: `The document has more than ${most} ${what}.`,
    }),
  ],
  [
    /^Syntax Error: Document contains more tha[nt] (\d+) tokens/i,
    (most) => ({
      de: `Das Dokument ist zu groß: mehr als ${most} (tokens).`,
      en: `The document has more than ${most} tokens.`,
    }),
  ],
  [
    /^GET requests only support query operations/,
    () => ({
      de: 'Über GET laufen nur Abfragen: Mutationen bitte mit POST senden.',
      en: 'GET runs queries alone: send mutations by POST.',
    }),
  ],
  [/^Syntax Error/, () => ({ de: 'Das Dokument ist kein GraphQL.', en: 'The document is not GraphQL.' })],
]

/** Translates an error message of graphql-js. */
export function translateGraphqlError(message: string): Bilingual {
  for (const [form, say] of translations) {
    const match = form.exec(message)
    if (match) return say(...match.slice(1))
  }
  return { de: 'Das Dokument passt nicht zum Schema.', en: 'The document does not fit the schema.' }
}
