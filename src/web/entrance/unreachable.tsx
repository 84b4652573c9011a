import type { Problem } from '../graphql/send.ts'
import { Loaded } from '../ui/states.tsx'

/** It cannot be found out whether somebody has signed in. */
export const Unreachable = ({ problem, retry }: { problem: Problem; retry: () => void }) => (
  <div className="entrance">
    <main id="content" tabIndex={-1}>
      <div className="card">
        <Loaded answer={{ data: undefined, problem, retry }} pick={() => null}>
          {() => null}
        </Loaded>
      </div>
    </main>
  </div>
)
