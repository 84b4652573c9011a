import { registerDecorator } from 'class-validator'
import { all, type Decorator, documented, Name, OneLine, Text, withMessage } from '#core/schema/checks'
import { findUnprintable, unprintableMessage } from './font-runs.ts'

/** Of text that stands on documents: every character has a glyph in one of their faces. */
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

const shown = documented({ description: 'Characters that no document can show are refused.' })

/** Text that stands on documents, with line breaks where it has them. */
export const PrintableText = (length: number): Decorator => all(Text(length), printable, shown)

/** The same, not blank. */
export const PrintableContent = (length: number): Decorator => all(Name(length), printable, shown)

/** Text that stands in one line of a document. */
export const PrintableLine = (length = 200): Decorator => all(Text(length), OneLine(), printable, shown)

/** The same, not blank. */
export const PrintableName = (length = 200): Decorator => all(Name(length), OneLine(), printable, shown)
