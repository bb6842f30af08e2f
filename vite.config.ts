import path from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compressAssets } from './tools/compress-assets.ts'
import { leanEndpoints } from './tools/lean-endpoints.ts'

const root = path.resolve(import.meta.dirname, 'web')

/** What both documents use of these is in each bundle: a file of its own would cost a request and compress worse. */
const inBothBundles = (): Plugin => ({
  name: 'in-both-bundles',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) =>
    importer?.startsWith(path.join(root, 'sign-in/')) && /[\\/]ui[\\/](alert|labelled-field)\.tsx$/.test(source)
      ? `${source.replace('#web', root)}?sign-in`
      : undefined,
})

// Two documents, two bundles: the sign-in page never pulls the portal. `base: './'` leaves the base to the page's tag.
export default defineConfig({
  root,
  base: './',
  plugins: [inBothBundles(), react(), leanEndpoints(), compressAssets()],
  resolve: {
    alias: {
      '#contract': path.resolve(import.meta.dirname, 'contract'),
      '#web': root,
      // In the browser the contract's schemas are types only: nothing is parsed there (web/lib/inert-zod.ts).
      zod: path.join(root, 'lib/inert-zod.ts'),
    },
  },
  // Texts are read whole.
  json: { namedExports: false },
  build: {
    outDir: path.resolve(import.meta.dirname, 'out/web'),
    emptyOutDir: true,
    // Every browser of the target knows modulepreload by itself.
    modulePreload: { polyfill: false },
    target: 'es2023',
    rolldownOptions: {
      treeshake: {
        // No module of ours or of others does anything when a property is read.
        propertyReadSideEffects: false,
        // oidc-client-ts writes a log that nobody reads.
        manualPureFunctions: ['logger2.debug', 'logger2.info', 'logger2.warn', 'this._logger.debug'],
      },
      output: {
        // The hub names some two hundred files that it may load later, and pays for every letter.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          groups: [
            // What both documents need: React, the texts, the language, the colours and the modal dialog.
            {
              name: 'base',
              test: /preload-helper|node_modules[\\/](react|react-dom|scheduler|i18next|react-i18next|html-parse-stringify|void-elements)[\\/]|web[\\/](lib[\\/](i18n|preferences|theme|cookie)|ui[\\/](brand|layer|modal|scroll-lock))\.tsx?$|contract[\\/]kernel[\\/](language|password-policy)/,
              priority: 4,
            },
            // What the sign-in page shares with those of its parts that come later: as files of a few hundred bytes
            // they weigh more.
            {
              name: 'ways-in',
              test: /web[\\/]sign-in[\\/](addresses|alerts|calls|code-field|field|focus|icons|leave|messages|password-field|password-policy|submit-button|to-continue|use-countdown|view-heading)\.tsx?$/,
              priority: 3,
            },
            // What every page of the portal needs, as one file: forty small ones compress worse and cost a request
            // each.
            {
              name: 'portal',
              test: /node_modules[\\/](@tanstack(?!.*(useBlocker|useQueries|queriesObserver))|oidc-client-ts|jwt-decode|use-sync-external-store)[\\/]|web[\\/](app[\\/](?!landing|page-error\.|admin|profile|session[\\/]impersonation|shell[\\/](side-drawer|company|flag))|lib[\\/](?!session[\\/](implicit|id-token|hidden)|as-of|day|field-errors|list-query|on-top|own-preferences|page-texts|parts|passkeys|patch-item|realtime|recent|relative-time|row-name|save-file|screen|streamed|use-form|use-review|use-stored-form)|ui[\\/](app-link|avatar|brand|dialog(?!-guard)|failure-alert|guarded-modal|layer|menu|modal|notices|placement|popover|scroll-lock|typeahead|waiting)|features[\\/]hub[\\/](?!ask-(?!section)|disclaimer-dialog|favorite-notice|reorder|sortable|my-apps|drawer-apps|see))[^.]*\.tsx?$|contract[\\/](kernel[\\/](?!as-of|bulk-import|fields|issue|page|redirect)|hub|pictures|policies|profile\.|requestable|runtime)/,
              priority: 3,
            },
            // The bell of the top bar; what opens under it, and shares parts with the lists, comes by itself.
            {
              name: 'bell',
              test: /web[\\/](features[\\/]notifications[\\/](notification-bell|use-notifications)|lib[\\/](realtime|signalr))[^.]*\.tsx?$|contract[\\/](notifications|kernel[\\/](fields|page))/,
              priority: 2,
            },
            {
              name: 'flyout',
              test: /web[\\/](features[\\/]notifications|lib[\\/](relative-time|row-name|save-file)|ui[\\/]progress-circle)[^.]*\.tsx?$/,
              priority: 1,
            },
            // What every list of the administration needs.
            {
              name: 'admin',
              test: /web[\\/](lib[\\/](on-top|parts|relative-time|use-form|use-review|use-stored-form)|app[\\/]admin[\\/](?!admin-home|command|palette|use-palette)|ui[\\/](entity-table|breadcrumbs|confirm|progress-circle|dialog-guard|discard-question|row-menu|unsaved-guard))[^.]*\.tsx?$/,
              priority: 1,
            },
          ],
        },
      },
      input: { portal: path.join(root, 'index.html'), account: path.join(root, 'account.html') },
    },
  },
})
