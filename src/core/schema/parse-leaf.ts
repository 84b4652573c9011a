import { type GraphQLLeafType, isEnumType } from 'graphql'
import { invalidField, type Problem, tooLong } from '#core/errors/problem'
import type { Bilingual } from '#core/text/language'
import { camelCase } from '#core/text/naming'
import { limits } from './limits.ts'

/** Collects a problem; the value is dropped. */
export type ReportProblem = (problem: Problem) => undefined

const expectations: Readonly<Record<string, Bilingual>> = {
  String: { de: 'muss Text sein', en: 'must be text' },
  Int: { de: 'muss eine ganze Zahl sein', en: 'must be a whole number' },
  Float: { de: 'muss eine Zahl sein', en: 'must be a number' },
  Boolean: { de: 'muss true oder false sein', en: 'must be true or false' },
  UUID: { de: 'muss eine UUID sein', en: 'must be a UUID' },
  Date: {
    de: 'muss ein Datum von 1900 bis 2200 sein, das es gibt (JJJJ-MM-TT)',
    en: 'must be a date from 1900 to 2200 that exists (YYYY-MM-DD)',
  },
  DateTime: {
    de: 'muss ein Zeitpunkt von 1900 bis 2200 nach ISO 8601 sein, etwa 2026-01-31T09:00:00Z',
    en: 'must be an ISO 8601 timestamp from 1900 to 2200, such as 2026-01-31T09:00:00Z',
  },
  Cents: { de: 'muss eine ganze Zahl in Cent sein', en: 'must be a whole number of cents' },
  StringMap: {
    de: 'muss ein Objekt aus Texten sein, dessen Schlüssel verschieden sind (in NFC)',
    en: 'must be an object of strings whose keys differ (in NFC)',
  },
  JSON: {
    de: 'darf weder U+0000 noch halbe Surrogatpaare noch zwei Schlüssel enthalten, die in NFC gleich sind',
    en: 'must not contain U+0000, half of a surrogate pair, or two keys that are the same in NFC',
  },
}

/** A character has up to two UTF-16 units. */
const maxUtf16Units = 2 * limits.textCharacters

/**
 * Parses a scalar or enum value and reports a problem with its path if it is invalid. Strings are returned in canonical form,
 * other values unchanged.
 */
export function parseLeaf(type: GraphQLLeafType, value: unknown, path: string, refuse: ReportProblem): unknown {
  if (typeof value === 'string' && value.length > maxUtf16Units && type.name !== 'JSON')
    return refuse(tooLong(camelPath(path), limits.textCharacters))
  try {
    const parsed = type.parseValue(value)
    return typeof parsed === 'string' ? parsed : value
  } catch {
    return refuse(outside(type.name, value, path) ?? wrongTypeProblem(type, path))
  }
}

const wholeNumbers: Readonly<Record<string, { least: number; most: number }>> = {
  Int: { least: -(2 ** 31), most: 2 ** 31 - 1 },
  SafeInt: { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
  Cents: { least: Number.MIN_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER },
}

/** 422 with the minimum or maximum, if an integer is out of range. */
function outside(type: string, value: unknown, path: string): Problem | undefined {
  const bounds = wholeNumbers[type]
  if (!bounds || !Number.isInteger(value)) return undefined
  return (value as number) > 0
    ? invalidField(camelPath(path), { de: `darf höchstens ${bounds.most} sein`, en: `must be at most ${bounds.most}` })
    : invalidField(camelPath(path), {
        de: `muss mindestens ${bounds.least} sein`,
        en: `must be at least ${bounds.least}`,
      })
}

/** 422 with the expected type. */
export function wrongTypeProblem(type: GraphQLLeafType, path: string): Problem {
  const choices = isEnumType(type)
    ? type
        .getValues()
        .map(({ name }) => name)
        .join(', ')
    : ''
  const text = choices
    ? { de: `muss eines von ${choices} sein`, en: `must be one of ${choices}` }
    : (expectations[type.name] ?? { de: 'ist nicht gültig', en: 'is not valid' })
  return invalidField(camelPath(path), text)
}

/** `line_items.0.tax_rate` → `lineItems.0.taxRate`. */
export const camelPath = (path: string) => path.split('.').map(camelCase).join('.')
