import { ToastContainer } from 'react-toastify/unstyled';
import './notices.css';

/**
 * The container of toasts. The unstyled build injects no style element, which the content security policy would block.
 */
export function Notices() {
  return (
    <ToastContainer
      limit={20}
      position="top-right"
      theme="colored"
      autoClose={4000}
      hideProgressBar
      pauseOnHover
      pauseOnFocusLoss
      closeOnClick
      newestOnTop
      aria-label="Notices"
    />
  );
}
