import '@mantine/core/styles.css'
import '@mantine/dropzone/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './ui/theme/base.css'

// In one stylesheet what is imported later stands below: the app's own styles win over the library's.
void import('./start.tsx')
