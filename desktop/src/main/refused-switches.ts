const dangerousSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-allow-origins',
  'js-flags',
  'blink-settings',
  'load-extension',
  'disable-web-security',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'ssl-key-log-file',
  'log-net-log',
  'host-rules',
  'host-resolver-rules',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'browser-subprocess-path',
]

/** Returns the dangerous switches that the app was started with. Accepts all switches under a debugger, as in tests. */
export function listRefusedSwitches(hasSwitch: (name: string) => boolean, inspectorUrl: string | undefined): string[] {
  return inspectorUrl === undefined ? dangerousSwitches.filter(hasSwitch).map((name) => `--${name}`) : []
}
