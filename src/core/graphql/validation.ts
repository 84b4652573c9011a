import { ValidateNested, type ValidationError, validateSync } from 'class-validator'
import { invalid, type Problem } from '../errors.ts'
import type { Bilingual } from '../text/language.ts'

export { ValidateNested as Nested }

/** Checks an argument's object by its decorators; throws the first refusal. Scalars were read by the schema already. */
export function validateArgument(argument: unknown): void {
  if (argument === null || typeof argument !== 'object' || Array.isArray(argument)) return
  const [error] = validateSync(argument, { skipMissingProperties: true, forbidUnknownValues: false })
  if (error) throw refusal(error, '')
}

function refusal(error: ValidationError, parent: string): Problem {
  const path = parent + error.property
  const [child] = error.children ?? []
  if (child) return refusal(child, `${path}.`)
  const [name = ''] = Object.keys(error.constraints ?? {})
  return invalid(
    path,
    (error.contexts?.[name] as Bilingual | undefined) ?? { de: 'ist nicht gültig', en: 'is not valid' },
  )
}
