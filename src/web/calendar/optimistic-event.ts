import type { Data, OptimisticMutationResolver } from '@urql/exchange-graphcache'

/** In a list each occurrence of a series has the id of the series: the start that its rule gives it tells them apart. */
export const eventCacheKey = ({ id, occurrenceStart }: Data) =>
  occurrenceStart ? `${id} ${occurrenceStart}` : String(id)

/** An event stands where it is put at once; where that is refused, it stands where it stood. */
export const optimisticEventMove: OptimisticMutationResolver = ({ id, input }) => {
  const { occurrenceStart = null, startTime, endTime } = input as Record<string, string>
  return { __typename: 'CalendarEvent', id: String(id), occurrenceStart, startTime, endTime } as Data
}
