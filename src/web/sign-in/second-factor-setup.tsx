import { useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { Provider } from 'urql'
import { createGraphqlClient } from '../graphql/client.ts'
import { language } from '../i18n/locale.ts'
import type { Session } from '../session.ts'
import { Passkeys } from '../settings/security/passkeys.tsx'
import { SecondFactor } from '../settings/security/second-factor.tsx'
import { settingsCache } from '../settings/settings.cache.ts'
import { supportsPasskeys } from './passkey.ts'
import { messages } from './second-factor-setup.messages.ts'
import { SignInLayout } from './sign-in-flow.tsx'

/** Shown to members without a second factor if their organization requires one. */
export function SecondFactorSetup({ session, onDone }: { session: Session; onDone: () => void }) {
  const [client] = useState(() => createGraphqlClient([settingsCache]))
  return (
    <Provider value={client}>
      <I18nProvider locale={language === 'de' ? 'de-DE' : 'en-US'}>
        <SignInLayout title={messages.title}>
          <div className="form">
            <h1>{messages.title}</h1>
            <p className="quiet">{messages.text(session.organizationName)}</p>
          </div>
          <SecondFactor onSetUp={onDone} />
          {supportsPasskeys() && <Passkeys onAdded={onDone} />}
        </SignInLayout>
      </I18nProvider>
    </Provider>
  )
}
