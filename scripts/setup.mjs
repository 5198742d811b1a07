// Installs the packages and builds, so that a later start needs neither the network nor the right to write here.
import { buildWhenStale, checkNode, installPackages } from './prepare.mjs';

checkNode();
installPackages();
buildWhenStale();
