import {
  ArrayMaxSize,
  ArrayMinSize,
  IsBIC,
  IsHexColor,
  IsIBAN,
  IsIn,
  IsUrl,
  isEmail,
  isISO31661Alpha2,
  isTimeZone,
  Matches,
  Max,
  MaxLength,
  Min,
  registerDecorator,
  type ValidationOptions,
} from 'class-validator'
import { Extensions } from 'type-graphql'
import { extentOf } from '#core/runtime/json-size'
import { cleanText, hasDirectionMarks, hasNoBidiOverrides, hasVisibleText, isOneLine } from '#core/text/characters'
import type { Bilingual } from '#core/text/language'
import { foldAddress, isPlainAddress } from '#core/text/mail-address'
import { snakeCase } from '#core/text/naming'
import { isUnitCode } from '#core/text/unit-codes'
import { isVatId, normalizeVatId } from '#core/text/vat-id'
import { containsWebAddress } from '#core/text/web-address'
import { canonicalZone } from '#core/time/zone-names'
import { limits } from './limits.ts'

// What may be sent, as decorators of input fields: each is a check of class-validator with its words in both languages,
// and tells the OpenAPI document the same by the JSON Schema it stands for.

export type Decorator = (target: object, key: string) => void
type Check = (options: ValidationOptions) => PropertyDecorator

/** What completes "<field> …", or how it is found from the value. */
export type FieldMessage = Bilingual | { of(value: unknown): Bilingual }

/** A check of class-validator with what it says. */
export const withMessage = (check: Check, text: FieldMessage) => check({ context: text }) as Decorator

const text = Symbol('text')

/** Marks a field whose text is read without what nobody sees (`readText`). */
const read: Decorator = (target, key) => Reflect.defineMetadata(text, true, target, key)

/** True where a field of an input is text. */
export const isTextField = (input: object, key: string): boolean => Reflect.hasMetadata(text, input, key)

const normalization = Symbol('normalization')

/** Brings the text of a field, or each of a list, into its one form before it is checked. */
const normalized =
  (normalize: (text: string) => string): Decorator =>
  (target, key) =>
    Reflect.defineMetadata(normalization, (value: string) => normalize(cleanText(value)), target, key)

/** How the text of a field is normalized; undefined where it stays as it is sent. */
export const getNormalization = (input: object, key: string): ((text: string) => string) | undefined =>
  Reflect.getMetadata(normalization, input, key)

/** Text without blanks around it: an address, a number or a code, in which they mean nothing. */
export const Trimmed = (): Decorator => normalized((value) => value.trim())

const inCapitals = (): Decorator => normalized((value) => value.trim().toUpperCase())

/** An address as browsers write it: its protocol and its host in lower case. */
export const NormalizedUrl = (): Decorator =>
  normalized((value) => value.trim().replace(/^(?:[a-z]+:\/\/)?[^/?#@]+(?=[/?#]|$)/i, (host) => host.toLowerCase()))

/** One mailbox has one form. */
const Mailbox = (): Decorator => normalized((value) => foldAddress(value.trim()))

const schemas = new WeakMap<object, Record<string, object>>()

interface Described {
  description?: string
}

/** Adds to the JSON Schema of a field: its checks share one object, for of several Extensions one `schema` alone counts. */
export const withJsonSchema =
  (part: object): Decorator =>
  (target, key) => {
    const fields = schemas.get(target) ?? {}
    schemas.set(target, fields)
    const known: Described = fields[key] ?? {}
    const description = [known.description, (part as Described).description].filter(Boolean).join(' ')
    const schema = Object.assign(known, part, description && { description })
    fields[key] = schema
    const collect = Extensions({ schema }) as unknown as Decorator
    collect(target, key)
  }

/** Several checks as one decorator. */
export const combine =
  (...decorators: Decorator[]): Decorator =>
  (target, key) => {
    for (const decorate of decorators) decorate(target, key)
  }

/** A check of our own; `text` completes "<field> …". */
const rule = (name: string, text: FieldMessage, holds: (value: unknown) => boolean): Decorator =>
  withMessage(
    (options) => (target, key) =>
      registerDecorator({
        name,
        target: target.constructor,
        propertyName: key as string,
        options,
        validator: { validate: holds, defaultMessage: () => name },
      }),
    text,
  )

function maxLength(length: number): Decorator {
  if (length > limits.textCharacters)
    throw new Error(`No text may have ${length} characters: see limits.textCharacters.`)
  return combine(
    read,
    withMessage((options) => MaxLength(length, options), {
      de: `darf höchstens ${length} Zeichen lang sein`,
      en: `must be at most ${length} characters long`,
    }),
    withJsonSchema({ maxLength: length }),
  )
}

/** Text of at most `length` characters, whatever they are. */
export const Text = (length = 200): Decorator => maxLength(length)

/** A map of texts (`StringMap`), whose keys and values are read as texts are. */
export const TextMap = (): Decorator => read

/** Text that must not be blank. */
export const Name = (length = 200): Decorator =>
  combine(
    Text(length),
    rule(
      'notBlank',
      { de: 'darf nicht leer sein', en: 'must not be empty' },
      (value) => typeof value !== 'string' || hasVisibleText(value),
    ),
    withJsonSchema({ minLength: 1, description: 'Must contain at least one visible character.' }),
  )

/** Of text that stands in one line, where another would be taken for what it is not. */
export const OneLine = (): Decorator =>
  combine(
    rule(
      'oneLine',
      { de: 'darf keinen Zeilenumbruch enthalten', en: 'must not contain a line break' },
      (value) => typeof value !== 'string' || isOneLine(value),
    ),
    withJsonSchema({ description: 'One line.' }),
  )

/** Name by which people trust somebody, or an organization: one line, which reads as it is written. */
export const ProperName = (length = 200): Decorator =>
  combine(
    Name(length),
    OneLine(),
    rule(
      'readAsWritten',
      {
        de: 'darf keine Zeichen enthalten, die die Schreibrichtung umkehren',
        en: 'must not contain characters that turn the direction of text',
      },
      (value) => typeof value !== 'string' || hasNoBidiOverrides(value),
    ),
  )

export const containsAddressText = {
  de: 'darf keine Internet- oder E-Mail-Adresse enthalten; nach einem Punkt steht ein Leerzeichen',
  en: 'must not contain a web or email address; put a space after a full stop',
}

/**
 * Name of somebody without an account, which is mailed to others in the name of the organization: it reads as it is written
 * and holds no link, so that nobody has the service deliver a message of theirs.
 */
export const GuestName = (length = 100): Decorator =>
  combine(
    ProperName(length),
    rule(
      'noDirectionMarks',
      {
        de: 'darf keine unsichtbaren Zeichen für die Schreibrichtung enthalten',
        en: 'must not contain invisible marks of direction',
      },
      (value) => typeof value !== 'string' || !hasDirectionMarks(value),
    ),
    rule(
      'noAddress',
      containsAddressText,
      // What is too long is refused by its length, and not read.
      (value) => typeof value !== 'string' || value.length > length || !containsWebAddress(value),
    ),
    withJsonSchema({ description: 'No web address, host or email address.' }),
  )

/** Phone number as people write it, with an extension where it has one. */
export const PhoneNumber = (): Decorator =>
  combine(
    Trimmed(),
    Text(50),
    rule(
      'phoneNumber',
      { de: 'ist keine Telefonnummer', en: 'is not a phone number' },
      (value) => typeof value !== 'string' || value === '' || phoneNumber.test(value),
    ),
    withJsonSchema({ examples: ['+49 40 123456-78'] }),
  )

const phoneNumber = /^\+?[\d(][\d\p{Zs}()/.–-]*(?:(?:x|ext\.?|dw|durchwahl|app\.?|#)\p{Zs}*\d{1,6})?$/iu

// Half a character, which a socket lets through, makes `isEmail` throw.
const isAddress = (value: unknown) =>
  typeof value !== 'string' || (value.isWellFormed() && isEmail(value) && isPlainAddress(value))

export const EmailAddress = (): Decorator =>
  combine(
    Mailbox(),
    maxLength(254),
    rule('email', { de: 'ist keine E-Mail-Adresse', en: 'is not an email address' }, isAddress),
    withJsonSchema({ format: 'email', examples: ['anna@example.com'] }),
  )

/** A list whose every item is an email address. */
export const EmailAddresses = (): Decorator =>
  combine(
    Mailbox(),
    rule(
      'emails',
      { de: 'enthält etwas, das keine E-Mail-Adresse ist', en: 'contains something that is not an email address' },
      (value) => !Array.isArray(value) || value.every(isAddress),
    ),
    withJsonSchema({ items: { type: 'string', format: 'email' } }),
  )

export const HexColor = (): Decorator =>
  combine(
    normalized((value) =>
      /^\s*#[0-9a-f]{3}\s*$/i.test(value)
        ? value
            .trim()
            .toLowerCase()
            .replaceAll(/[0-9a-f]/g, '$&$&')
        : value.trim(),
    ),
    withMessage((options) => Matches(/^#[0-9a-f]{6}$/i, options), {
      de: 'muss eine Farbe wie #1a2b3c sein',
      en: 'must be a colour such as #1a2b3c',
    }),
    withMessage((options) => IsHexColor(options), { de: 'ist keine Farbe', en: 'is not a colour' }),
    withJsonSchema({ pattern: '^#[0-9a-fA-F]{6}$', examples: ['#1a2b3c'] }),
  )

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
const countryCodes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isISO31661Alpha2)

export const CountryCode = (): Decorator =>
  combine(
    inCapitals(),
    rule(
      'countryCode',
      {
        de: 'muss ein Länderkürzel nach ISO 3166-1 wie DE sein',
        en: 'must be an ISO 3166-1 alpha-2 country code such as DE',
      },
      (value) => typeof value !== 'string' || countryCodes.includes(value),
    ),
    withJsonSchema({ enum: countryCodes, examples: ['DE'] }),
  )

export const VatId = (): Decorator =>
  combine(
    normalized(normalizeVatId),
    rule(
      'vatId',
      { de: 'hat nicht die Form einer USt-IdNr. des Landes', en: 'does not have the form of a VAT ID of its country' },
      (value) => typeof value !== 'string' || isVatId(value),
    ),
    withJsonSchema({ format: 'vat-id', examples: ['DE136695976'] }),
  )

/** A unit of measure by its UN/ECE code. */
export const Unit = (): Decorator =>
  combine(
    Trimmed(),
    rule(
      'unit',
      {
        de: 'ist kein Code der UN/ECE-Empfehlungen 20 und 21 wie HUR (Stunde), DAY (Tag) oder C62 (Stück)',
        en: 'is not a code of UN/ECE Recommendations 20 and 21 such as HUR (hour), DAY (day) or C62 (piece)',
      },
      (value) => typeof value !== 'string' || isUnitCode(value),
    ),
    withJsonSchema({ pattern: '^[A-Z0-9]{2,3}$', examples: ['HUR'] }),
  )

export const Iban = (): Decorator =>
  combine(
    normalized((value) => value.replaceAll(/[\s-]/g, '').toUpperCase()),
    withMessage((options) => IsIBAN({}, options), { de: 'ist keine IBAN', en: 'is not an IBAN' }),
    withJsonSchema({ format: 'iban', examples: ['DE02120300000000202051'] }),
  )

export const Bic = (): Decorator =>
  combine(
    inCapitals(),
    withMessage((options) => IsBIC(options), { de: 'ist kein BIC', en: 'is not a BIC' }),
    withJsonSchema({ format: 'bic', examples: ['BYLADEM1001'] }),
  )

/** A zone by its name: an offset such as +02:00 knows no summer time. */
export const TimeZone = (): Decorator =>
  combine(
    normalized((value) => canonicalZone(value.trim())),
    rule(
      'timeZone',
      { de: 'muss eine Zeitzone wie Europe/Berlin sein', en: 'must be a time zone such as Europe/Berlin' },
      (value) => typeof value !== 'string' || (/^[A-Za-z]/.test(value) && isTimeZone(value)),
    ),
    withJsonSchema({
      format: 'time-zone',
      description: 'IANA time zone, such as `Europe/Berlin`.',
      examples: ['Europe/Berlin'],
    }),
  )

export const WebAddress = (): Decorator =>
  combine(
    NormalizedUrl(),
    maxLength(500),
    withMessage((options) => IsUrl({ require_protocol: false }, options), {
      de: 'ist keine Internetadresse',
      en: 'is not a web address',
    }),
    withJsonSchema({ format: 'web-address', examples: ['https://www.example.com'] }),
  )

/** What a page of ours links to. */
export const HttpsAddress = (): Decorator =>
  combine(
    NormalizedUrl(),
    maxLength(500),
    withMessage((options) => IsUrl({ protocols: ['https'], require_protocol: true, disallow_auth: true }, options), {
      de: 'ist keine Internetadresse, die mit https:// beginnt',
      en: 'is not a web address that begins with https://',
    }),
    withJsonSchema({ format: 'uri', pattern: '^https://', examples: ['https://www.example.com/privacy'] }),
  )

export const OneOf = (values: readonly string[]): Decorator =>
  combine(
    withMessage((options) => IsIn(values, options), {
      de: `muss eines von ${values.join(', ')} sein`,
      en: `must be one of ${values.join(', ')}`,
    }),
    withJsonSchema({ enum: values }),
  )

/** The texts that an answer may have, where GraphQL has no enum of them. */
export const EnumValues = (values: readonly string[]): Decorator => withJsonSchema({ enum: values })

/** What a text looks like, where its name does not say it. */
export const Example = (example: string): Decorator => withJsonSchema({ examples: [example] })

export const Pattern = (pattern: RegExp, text: Bilingual): Decorator =>
  combine(
    withMessage((options) => Matches(pattern, options), text),
    withJsonSchema({ pattern: pattern.source }),
  )

export const Minimum = (least: number): Decorator =>
  combine(
    withMessage((options) => Min(least, options), {
      de: `muss mindestens ${least} sein`,
      en: `must be at least ${least}`,
    }),
    withJsonSchema({ minimum: least }),
  )

const AtMost = (most: number): Decorator =>
  combine(
    withMessage((options) => Max(most, options), { de: `darf höchstens ${most} sein`, en: `must be at most ${most}` }),
    withJsonSchema({ maximum: most }),
  )

export const Between = (least: number, most: number): Decorator => combine(Minimum(least), AtMost(most))

/** A number with at most so many decimals. */
export const Decimals = (digits: number): Decorator =>
  combine(
    rule(
      'decimals',
      { de: `darf höchstens ${digits} Nachkommastellen haben`, en: `must have at most ${digits} decimals` },
      (value) => typeof value !== 'number' || Number(value.toFixed(digits)) === value,
    ),
    // Not multipleOf: validators that divide floats refuse 1.1 as a multiple of 0.01.
    withJsonSchema({ description: `At most ${digits} decimals.` }),
  )

export const ItemCount = (least: number, most: number): Decorator =>
  combine(
    withMessage((options) => ArrayMinSize(least, options), {
      de: `braucht mindestens ${least === 1 ? 'einen Eintrag' : `${least} Einträge`}`,
      en: `needs at least ${least === 1 ? 'one entry' : `${least} entries`}`,
    }),
    withMessage((options) => ArrayMaxSize(most, options), {
      de: `darf höchstens ${most} Einträge haben`,
      en: `must have at most ${most} entries`,
    }),
    withJsonSchema({ minItems: least, maxItems: most }),
  )

/**
 * May be left out and is never null. A GraphQL type cannot say so without a default value: what creates a resource gets
 * that of the resource, what changes one says it in words, and to OpenAPI by its type.
 */
export const NotNull = (): Decorator => Extensions({ notNull: true }) as unknown as Decorator

/** A list in which no two entries have the same key; `description` says which. */
export const UniqueItems = <Entry>(description: string, keyOf: (entry: Entry) => string): Decorator =>
  combine(
    rule(
      'distinct',
      { de: 'enthält etwas doppelt', en: 'contains something twice' },
      (value) => !Array.isArray(value) || new Set(value.map(keyOf)).size === value.length,
    ),
    withJsonSchema({ description }),
  )

/** That an object has these fields, and not as null. */
const requireFields = (...names: string[]) => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { not: { type: 'null' } }])),
})

// What is said of a whole input, by `if` and `then`, which generators of clients pass over: `anyOf` would make them forget
// its fields. Who reads the input sees to it, for a change may complete what is there.

function Whenever(condition: object, consequence: object): ClassDecorator {
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  return Extensions({ schema: { if: condition, then: consequence } }) as unknown as ClassDecorator
}

/** These fields come all together or not at all. */
export function RequiredTogether(...fields: string[]): ClassDecorator {
  const names = fields.map(snakeCase)
  return Whenever({ anyOf: names.map((name) => requireFields(name)) }, requireFields(...names))
}

/** One of both fields must come. */
export function EitherRequired(one: string, other: string): ClassDecorator {
  return Whenever({ properties: { [snakeCase(one)]: { type: 'null' } } }, requireFields(snakeCase(other)))
}

export { rule as Rule }

/** JSON of at most so many levels. */
export const MaxDepth = (levels: number) =>
  rule(
    'shallow',
    { de: `darf höchstens ${levels} Ebenen tief sein`, en: `must be at most ${levels} levels deep` },
    (value) => extentOf(value).depth <= levels,
  )
