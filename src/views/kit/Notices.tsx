import { ToastContainer } from 'react-toastify/unstyled';
import './notices.css';

/** Where notices appear. The unstyled build injects no style element, which the policy would refuse. */
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
