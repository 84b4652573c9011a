import { LatestEventDocument } from '#schema/web/graphql'
import { send } from './send.ts'

/** The newest event of the organization, where there is one: whatever is asked for after this shows what it told of. */
export async function latestEvent(): Promise<string | undefined> {
  const { data } = await send(LatestEventDocument)
  return data?.events?.events[0]?.id
}
