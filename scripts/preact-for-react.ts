/**
 * The browser runs Preact where a module imports React: the same components with 48 kB less to load. Their types are React's.
 * For `resolve.alias`; the first that matches is taken.
 */
export const preactForReact = [
  { find: /^react-dom\/(client|server)$/, replacement: 'preact/compat/$1' },
  { find: 'react-dom', replacement: 'preact/compat' },
  { find: /^react\/(.*)$/, replacement: 'preact/compat/$1' },
  { find: /^react$/, replacement: 'preact/compat' },
]
