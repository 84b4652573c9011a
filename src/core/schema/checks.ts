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
import { measureJson } from '#core/runtime/json-size'
import { cleanText, hasDirectionMarks, hasNoBidiOverrides, hasVisibleText, isOneLine } from '#core/text/characters'
import type { Bilingual } from '#core/text/language'
import { foldAddress, isPlainAddress } from '#core/text/mail-address'
import { snakeCase } from '#core/text/naming'
import { isUnitCode } from '#core/text/unit-codes'
import { isVatId, normalizeVatId } from '#core/text/vat-id'
import { containsWebAddress } from '#core/text/web-address'
import { canonicalZone } from '#core/time/zone-names'
import { limits } from './limits.ts'

// Validation decorators of input fields. Each combines a class-validator check, its message in both languages and the JSON
// Schema for OpenAPI.

export type Decorator = (target: object, key: string) => void
type Check = (options: ValidationOptions) => PropertyDecorator

/** Completes "<field> …"; `of` derives it from the value. */
export type FieldMessage = Bilingual | { of(value: unknown): Bilingual }

/** Attaches a message to a check of class-validator. */
export const withMessage = (check: Check, text: FieldMessage) => check({ context: text }) as Decorator

const text = Symbol('text')

/** Marks a text field, whose invisible characters are removed (`cleanText`). */
const read: Decorator = (target, key) => Reflect.defineMetadata(text, true, target, key)

export const isTextField = (input: object, key: string): boolean => Reflect.hasMetadata(text, input, key)

const normalization = Symbol('normalization')

/** Normalizes a text, or each text of a list, before validation. */
const normalized =
  (normalize: (text: string) => string): Decorator =>
  (target, key) =>
    Reflect.defineMetadata(normalization, (value: string) => normalize(cleanText(value)), target, key)

/** Undefined if the text stays as sent. */
export const getNormalization = (input: object, key: string): ((text: string) => string) | undefined =>
  Reflect.getMetadata(normalization, input, key)

/** Removes surrounding whitespace. */
export const Trimmed = (): Decorator => normalized((value) => value.trim())

const inCapitals = (): Decorator => normalized((value) => value.trim().toUpperCase())

/** Lower-cases protocol and host. */
export const NormalizedUrl = (): Decorator =>
  normalized((value) => value.trim().replace(/^(?:[a-z]+:\/\/)?[^/?#@]+(?=[/?#]|$)/i, (host) => host.toLowerCase()))

/** The canonical form of an email address. */
const Mailbox = (): Decorator => normalized((value) => foldAddress(value.trim()))

const schemas = new WeakMap<object, Record<string, object>>()

interface Described {
  description?: string
}

/** Adds to the JSON Schema of a field. All checks share one object, because only one `schema` of several Extensions counts. */
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

/** Several decorators as one. */
export const combine =
  (...decorators: Decorator[]): Decorator =>
  (target, key) => {
    for (const decorate of decorators) decorate(target, key)
  }

/** A custom check; `text` completes "<field> …". */
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

/** Text of at most `length` characters. */
export const Text = (length = 200): Decorator => maxLength(length)

/** A `StringMap`, whose keys and values are cleaned as texts. */
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

/** Text without line breaks. */
export const OneLine = (): Decorator =>
  combine(
    rule(
      'oneLine',
      { de: 'darf keinen Zeilenumbruch enthalten', en: 'must not contain a line break' },
      (value) => typeof value !== 'string' || isOneLine(value),
    ),
    withJsonSchema({ description: 'One line.' }),
  )

/** A name that people rely on: one line without direction overrides. */
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
 * The name of a person without an account, which is mailed to others in the organization's name. It contains no link, so that
 * nobody can use the service to send messages of their own.
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
      // Texts that are too long are not searched.
      (value) => typeof value !== 'string' || value.length > length || !containsWebAddress(value),
    ),
    withJsonSchema({ description: 'No web address, host or email address.' }),
  )

/** Phone number, optionally with an extension. */
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

// `isEmail` throws on lone surrogates, which can arrive over a socket.
const isAddress = (value: unknown) =>
  typeof value !== 'string' || (value.isWellFormed() && isEmail(value) && isPlainAddress(value))

export const EmailAddress = (): Decorator =>
  combine(
    Mailbox(),
    maxLength(254),
    rule('email', { de: 'ist keine E-Mail-Adresse', en: 'is not an email address' }, isAddress),
    withJsonSchema({ format: 'email', examples: ['anna@example.com'] }),
  )

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

/** A named zone; offsets such as +02:00 have no daylight saving time. */
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

/** An address that our pages link to. */
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

/** Possible values of a response field that is not a GraphQL enum. */
export const EnumValues = (values: readonly string[]): Decorator => withJsonSchema({ enum: values })

/** A sample value for OpenAPI. */
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

export const Decimals = (digits: number): Decorator =>
  combine(
    rule(
      'decimals',
      { de: `darf höchstens ${digits} Nachkommastellen haben`, en: `must have at most ${digits} decimals` },
      (value) => typeof value !== 'number' || Number(value.toFixed(digits)) === value,
    ),
    // Not multipleOf: validators that divide floats reject 1.1 as a multiple of 0.01.
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
 * Optional but never null. GraphQL cannot express this without a default: when a resource is created it is the resource's own,
 * for updates it is documented in words and in OpenAPI.
 */
export const NotNull = (): Decorator => Extensions({ notNull: true }) as unknown as Decorator

/** No two entries have the same key; `description` names it. */
export const UniqueItems = <Entry>(description: string, keyOf: (entry: Entry) => string): Decorator =>
  combine(
    rule(
      'distinct',
      { de: 'enthält etwas doppelt', en: 'contains something twice' },
      (value) => !Array.isArray(value) || new Set(value.map(keyOf)).size === value.length,
    ),
    withJsonSchema({ description }),
  )

/** JSON Schema: these fields are present and not null. */
const requireFields = (...names: string[]) => ({
  required: names,
  properties: Object.fromEntries(names.map((name) => [name, { not: { type: 'null' } }])),
})

// Rules about a whole input use `if` and `then`, which client generators ignore; with `anyOf` they would drop its fields. They
// are checked by the operation, as an update may complete what is stored.

function Whenever(condition: object, consequence: object): ClassDecorator {
  // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
  return Extensions({ schema: { if: condition, then: consequence } }) as unknown as ClassDecorator
}

/** These fields are required together. */
export function RequiredTogether(...fields: string[]): ClassDecorator {
  const names = fields.map(snakeCase)
  return Whenever({ anyOf: names.map((name) => requireFields(name)) }, requireFields(...names))
}

/** At least one of the two fields is required. */
export function EitherRequired(one: string, other: string): ClassDecorator {
  return Whenever({ properties: { [snakeCase(one)]: { type: 'null' } } }, requireFields(snakeCase(other)))
}

export { rule as Rule }

/** JSON with at most this many levels. */
export const MaxDepth = (levels: number) =>
  rule(
    'shallow',
    { de: `darf höchstens ${levels} Ebenen tief sein`, en: `must be at most ${levels} levels deep` },
    (value) => measureJson(value).depth <= levels,
  )
