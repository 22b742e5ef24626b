import '@mantine/core/styles.css'
import '@mantine/dropzone/styles.css'
import '@mantine/notifications/styles.css'
import '@mantine/spotlight/styles.css'
import './ui/theme/base.css'
import './ui/theme/library.css'
import './ui/theme/looks.css'
// Last: in one stylesheet what is imported later stands below, and the app's own styles win over the library's.
import './start.tsx'
