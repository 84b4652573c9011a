import { Field, ObjectType } from 'type-graphql'
import type { Context } from '#core/operation/context'
import type { StoredWarning } from './price-lines.ts'

@ObjectType({ simpleResolvers: true, description: 'Something unusual that is allowed.' })
export class InvoiceWarning {
  @Field(() => String, {
    description: 'Name of the field as in REST, with a path into arrays: `line_items.0.tax_rate`.',
  })
  field!: string

  @Field(() => String, { description: 'The warning in plain words.' })
  message!: string
}

export function localizeWarnings(warnings: readonly StoredWarning[], context: Context): InvoiceWarning[] {
  return warnings.map(({ field, text }) => ({ field, message: `${field} ${text[context.language]}.` }))
}
