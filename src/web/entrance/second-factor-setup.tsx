import { useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { Provider } from 'urql'
import { createClient } from '../graphql/client.ts'
import { language } from '../i18n/locale.ts'
import type { Session } from '../session.ts'
import { Passkeys } from '../settings/security/passkeys.tsx'
import { SecondFactor } from '../settings/security/second-factor.tsx'
import { EntrancePage } from './entrance.tsx'
import { canHavePasskeys } from './passkey.ts'
import { messages } from './second-factor-setup.messages.ts'

/** What members see first whose organization requires a second factor, until they have one. */
export function SecondFactorSetup({ session, onDone }: { session: Session; onDone: () => void }) {
  const [client] = useState(createClient)
  return (
    <Provider value={client}>
      <I18nProvider locale={language === 'de' ? 'de-DE' : 'en-US'}>
        <EntrancePage title={messages.title}>
          <div className="form">
            <h1>{messages.title}</h1>
            <p className="quiet">{messages.text(session.organizationName)}</p>
          </div>
          <SecondFactor onSetUp={onDone} />
          {canHavePasskeys() && <Passkeys onAdded={onDone} />}
        </EntrancePage>
      </I18nProvider>
    </Provider>
  )
}
