import { ArgsType, Field, InputType } from 'type-graphql'
import { NotNull, Text } from '#core/schema/checks'
import { ListArgs, Sort } from '#core/schema/list'
import { CalendarDate, UUID } from '#core/schema/scalars'
import { AbsenceKind, DayHalf } from './absence.entity.ts'

@InputType({ description: 'The fields to change; null clears a field.' })
export class UpdateAbsenceInput {
  @Field(() => AbsenceKind, { nullable: true, description: 'Why the member is away; defaults to `vacation`.' })
  @NotNull()
  kind?: AbsenceKind

  @Field(() => CalendarDate, { nullable: true, description: 'First day away.' })
  @NotNull()
  startsOn?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Last day away; the first for a single day.' })
  @NotNull()
  endsOn?: string

  @Field(() => Boolean, { nullable: true, description: 'Away for half of a single day; defaults to false.' })
  @NotNull()
  halfDay?: boolean

  @Field(() => DayHalf, { nullable: true, description: 'Which half; defaults to `morning`. Only with `halfDay`.' })
  half?: DayHalf | null

  @Field(() => String, { nullable: true, description: 'Note; only the member, owners and admins see it.' })
  @Text(2000)
  note?: string | null
}

@InputType({ description: 'Days on which a member is away.' })
export class CreateAbsenceInput extends UpdateAbsenceInput {
  @Field(() => UUID, {
    nullable: true,
    description: 'Member; defaults to the caller. Only owners and admins may name others.',
  })
  userId?: string | null

  @Field(() => CalendarDate, { description: 'First day away.' })
  override startsOn!: string

  @Field(() => CalendarDate, { description: 'Last day away; the first for a single day.' })
  override endsOn!: string
}

@ArgsType()
export class AbsenceListArgs extends ListArgs {
  @Sort('Absence', 'created_at', 'starts_on')
  override sort?: string

  @Field(() => UUID, { nullable: true, description: 'Only absences of this member.' })
  userId?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Only absences that last until this day or longer.' })
  from?: string

  @Field(() => CalendarDate, { nullable: true, description: 'Only absences that begin on this day or before.' })
  to?: string
}
