import './zod-without-eval.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { forgetPastDoors } from './domain/publications/door-store.ts'
import { returnLostFocus } from './ui/lost-focus.ts'
import { styleNonce } from './ui/theme/style-nonce.ts'

// Used by the scroll lock of dialogs, which adds a style element.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() })

forgetPastDoors()
returnLostFocus()

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}
