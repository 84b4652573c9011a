import { registerDecorator } from 'class-validator'
import { combine, type Decorator, Name, OneLine, Text, withJsonSchema, withMessage } from '#core/schema/checks'
import { findUnprintable, unprintableMessage } from './font-runs.ts'

/** Requires a glyph for every character. */
const printable: Decorator = withMessage(
  (options) => (target, key) =>
    registerDecorator({
      name: 'printable',
      target: target.constructor,
      propertyName: key as string,
      options,
      validator: {
        validate: (value) => typeof value !== 'string' || findUnprintable(value) === null,
        defaultMessage: () => 'cannot be printed',
      },
    }),
  { of: (value) => unprintableMessage(findUnprintable(value as string) ?? { character: '', place: 0 }) },
)

const shown = withJsonSchema({ description: 'Characters that no document can show are refused.' })

/** Multi-line text that is printed on documents. */
export const PrintableText = (length: number): Decorator => combine(Text(length), printable, shown)

/** Like PrintableText, but not blank. */
export const PrintableContent = (length: number): Decorator => combine(Name(length), printable, shown)

/** A single line that is printed on documents. */
export const PrintableLine = (length = 200): Decorator => combine(Text(length), OneLine(), printable, shown)

/** Like PrintableLine, but not blank. */
export const PrintableName = (length = 200): Decorator => combine(Name(length), OneLine(), printable, shown)
