import type { Data, OptimisticMutationResolver } from '@urql/exchange-graphcache'

/** Occurrences of a series share its id in lists. The original start tells them apart. */
export const eventCacheKey = ({ id, occurrenceStart }: Data) =>
  occurrenceStart ? `${id} ${occurrenceStart}` : String(id)

/** Optimistic update: the event moves at once and moves back if the mutation fails. */
export const optimisticEventMove: OptimisticMutationResolver = ({ id, input }) => {
  const { occurrenceStart = null, startTime, endTime } = input as Record<string, string>
  return { __typename: 'CalendarEvent', id: String(id), occurrenceStart, startTime, endTime } as Data
}
