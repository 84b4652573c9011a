import type { Hidden, Opt } from '@mikro-orm/core'
import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { Field, Int, ObjectType } from 'type-graphql'
import { TenantEntity } from '#core/database/entity'
import { DateTime, UUID } from '#core/schema/scalars'

/** A public link to a file or a folder with its current content. */
@ObjectType({
  simpleResolvers: true,
  description: 'A public link to a file or a folder; its address is shown only when it is created.',
})
@Entity({ tableName: 'shares' })
export class Share extends TenantEntity {
  @Field(() => UUID, { nullable: true, description: 'File that is shared; null for a folder, or once it was deleted.' })
  @Property({ type: 'uuid', nullable: true })
  fileId: string | null = null

  @Field(() => UUID, {
    nullable: true,
    description: 'Folder that is shared, with everything below it; null for a file, or once it was deleted.',
  })
  @Property({ type: 'uuid', nullable: true })
  folderId: string | null = null

  @Field(() => UUID, { nullable: true, description: 'Member who shared it; null once they have left.' })
  @Property({ type: 'uuid', nullable: true })
  createdBy: string | null = null

  /** SHA-256 of the token, which is not stored. */
  @Property({ type: 'blob', columnType: 'bytea', hidden: true })
  hash!: Hidden<Buffer>

  @Property({ type: 'text', nullable: true, hidden: true })
  passwordHash: Hidden<string> | null = null

  @Field(() => Boolean, { description: 'Whether a password is asked for.' })
  @Property({ type: 'boolean' })
  passwordProtected: Opt<boolean> = false

  @Field(() => DateTime, { nullable: true, description: 'From then on the link opens nothing; null for no end.' })
  @Property({ type: 'datetime', columnType: 'timestamptz(3)', nullable: true })
  expiresAt: Date | null = null

  @Field(() => Int, { nullable: true, description: 'Downloads after which the link is spent; null for any number.' })
  @Property({ type: 'integer', nullable: true })
  maxDownloads: number | null = null

  @Field(() => Int, { description: 'Downloads so far: addresses that were handed out. Looking costs nothing.' })
  @Property({ type: 'integer' })
  downloadCount: Opt<number> = 0

  @Field(() => Boolean, {
    description: 'Whether it was revoked: by DELETE, with what it shared, or with the member who shared it.',
  })
  @Property({ type: 'boolean' })
  revoked: Opt<boolean> = false
}

@ObjectType({ simpleResolvers: true, description: 'A new share, with its address, which is shown only once.' })
export class IssuedShare extends Share {
  @Field(() => String, { description: 'The public address; whoever has it may download. Shown only once.' })
  url!: string
}
