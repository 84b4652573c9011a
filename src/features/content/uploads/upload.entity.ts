import { Entity, Property } from '@mikro-orm/decorators/legacy'
import { TenantEntity } from '#core/database/entity'

/** A file that arrives in parts. It goes once the file is there, which has its id. */
@Entity({ tableName: 'uploads' })
export class Upload extends TenantEntity {
  @Property({ type: 'text' })
  name!: string

  @Property({ type: 'uuid', nullable: true })
  folderId: string | null = null

  /** Of the whole file, as its sender has said. */
  @Property({ type: 'integer' })
  sizeBytes!: number

  @Property({ type: 'integer' })
  receivedBytes: number = 0

  /** The objects that hold what was received, in their order. */
  @Property({ type: 'array', columnType: 'uuid[]' })
  parts: string[] = []

  /** Size of the last of them. */
  @Property({ type: 'integer' })
  tailBytes: number = 0

  /** As it was sent: a client that goes on may ask for it. */
  @Property({ type: 'text', nullable: true })
  metadata: string | null = null

  @Property({ type: 'uuid' })
  uploadedBy!: string

  @Property({ type: 'datetime', columnType: 'timestamptz(3)' })
  expiresAt!: Date
}
