import './zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { forgetPastDoorLists } from './domain/publications/door-store.ts'
import { returnLostFocus } from './ui/lost-focus.ts'
import { readStyleNonce } from './ui/theme/style-nonce.ts'

// The dialogs' scroll lock needs this nonce to add a style element.
Object.assign(globalThis, { __webpack_nonce__: readStyleNonce() })

forgetPastDoorLists()
returnLostFocus()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
