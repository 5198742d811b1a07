import { Server } from 'node:http';

// Closing cuts the answers that are under way.
const { close } = Server.prototype;
Server.prototype.close = function (done) {
  this.closeAllConnections();
  return close.call(this, done);
};
