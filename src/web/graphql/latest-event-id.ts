import { LatestEventDocument } from '#schema/web/graphql'
import { fetchGraphql } from './fetch-graphql.ts'

/** The newest event of the organization, where there is one: whatever is asked for after this shows what it told of. */
export async function fetchLatestEventId(): Promise<string | undefined> {
  const { data } = await fetchGraphql(LatestEventDocument)
  return data?.events?.events[0]?.id
}
