import { Field, InputType } from 'type-graphql'
import { GuestName, Text, withJsonSchema } from '#core/schema/checks'
import { PrintableLine } from '#documents/printable'
import { longestSignature, longestSigner, mostOfSignature, pngDataUrl } from './signature.limits.ts'

@InputType({ description: 'Who signs, and the signature.' })
export class SignInput {
  @Field(() => String, { description: 'Name of who signs.' })
  @GuestName(longestSigner)
  @PrintableLine(longestSigner)
  name!: string

  @Field(() => String, {
    description: `The signature: a PNG as a data URL (\`${pngDataUrl}…\`) of at most ${mostOfSignature.bytes / 1024} KiB, ${mostOfSignature.pixels / 1e6} megapixels and ${mostOfSignature.side} pixels a side; or the text that was typed, one line.`,
  })
  @Text(longestSignature)
  @withJsonSchema({ minLength: 1 })
  signature!: string
}

@InputType({ description: 'Why the document is declined.' })
export class RejectInput {
  @Field(() => String, { nullable: true, description: 'Reason, for who sent the document.' })
  @Text(2000)
  reason?: string | null
}
