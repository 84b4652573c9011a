import { Field, InputType } from 'type-graphql'
import { GuestName, Text, withJsonSchema } from '#core/schema/checks'
import { PrintableLine } from '#documents/printable'
import {
  maxSignatureLength,
  maxSignerNameLength,
  pngDataUrlPrefix,
  signatureImageLimits,
} from './evidence/signature.limits.ts'

@InputType({ description: 'Who signs, and the signature.' })
export class SignInput {
  @Field(() => String, { description: 'Name of who signs.' })
  @GuestName(maxSignerNameLength)
  @PrintableLine(maxSignerNameLength)
  name!: string

  @Field(() => String, {
    description: `The signature: a PNG as a data URL (\`${pngDataUrlPrefix}…\`) of at most ${signatureImageLimits.bytes / 1024} KiB, ${signatureImageLimits.pixels / 1e6} megapixels and ${signatureImageLimits.side} pixels a side; or the text that was typed, one line.`,
  })
  @Text(maxSignatureLength)
  @withJsonSchema({ minLength: 1 })
  signature!: string
}

@InputType({ description: 'Why the document is declined.' })
export class RejectInput {
  @Field(() => String, { nullable: true, description: 'Reason, for who sent the document.' })
  @Text(2000)
  reason?: string | null
}
