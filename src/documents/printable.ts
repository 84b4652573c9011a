import { registerDecorator } from 'class-validator'
import { all, type Decorator, documented, Name, Text, withMessage } from '#core/schema/checks'
import { firstUnprintable, unprintable } from './runs.ts'

/** Of text that stands on documents: every character has a glyph in one of their faces. */
const printable: Decorator = withMessage(
  (options) => (target, key) =>
    registerDecorator({
      name: 'printable',
      target: target.constructor,
      propertyName: key as string,
      options,
      validator: {
        validate: (value) => typeof value !== 'string' || firstUnprintable(value) === null,
        defaultMessage: () => 'cannot be printed',
      },
    }),
  { of: (value) => unprintable(firstUnprintable(value as string) ?? { character: '', place: 0 }) },
)

const shown = documented({ description: 'Characters that no document can show are refused.' })

/** Text that stands on documents. */
export const PrintableText = (length = 200): Decorator => all(Text(length), printable, shown)

/** Text that stands on documents and must not be blank. */
export const PrintableName = (length = 200): Decorator => all(Name(length), printable, shown)
